type DrawingProps = {
  /** The scene's name in `public/scenes`, such as 'activity-2'. */
  scene: string;
  /** The scene's sky: day, none for rooms and stalls, or always night. */
  sky?: "day" | "no" | "night";
  /** Includes the aspect ratio of the frame, which the drawing fills. */
  className?: string;
  lazy?: boolean;
};

/** A drawing of ours. The dark theme turns it to night and lights its lamps: `[data-sky]` in `app.css`. */
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

/** The lamps of a drawing, which `app.css` lights in the dark theme. */
export const lampsOf = (scene: string) => ({ "--lamps": `url(/scenes/${scene}-lights.svg)` }) as React.CSSProperties;
