type DrawingProps = {
  /** Its name in `public/scenes`, such as 'activity-2'. */
  scene: string;
  /** What kind of sky it has: a day's, none in rooms and stalls, or a night's in every light. */
  sky?: "day" | "no" | "night";
  /** With the ratio of its frame, which it fills. */
  className?: string;
  lazy?: boolean;
};

/** A drawing of ours. In the dark theme night falls over it, and its own lamps are lit: `[data-sky]` in `app.css`. */
export const Drawing = ({ scene, sky = "day", className = "aspect-[16/10]", lazy = false }: DrawingProps) => (
  <div className={`picture overflow-hidden ${className}`} data-sky={sky} style={lampsOf(scene)}>
    <img
      src={`/scenes/${scene}.svg`}
      alt=""
      width={640}
      height={400}
      loading={lazy ? "lazy" : "eager"}
      className="size-full object-cover"
    />
  </div>
);

/** The lamps of a drawing, for `app.css`, which lights them in the dark theme. */
export const lampsOf = (scene: string) => ({ "--lamps": `url(/scenes/${scene}-lights.svg)` }) as React.CSSProperties;
