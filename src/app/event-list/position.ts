/** How long a position may take, and how old it may be, in milliseconds. */
const patience = { timeout: 10_000, maximumAge: 600_000 };

/** A position rounded to about a kilometer: nothing more precise leaves the browser. */
const rounded = (degrees: number) => degrees.toFixed(2);

/** Where the reader is, as the list's filter takes it: '41.16,-8.62'. @throws what the browser says where they do not tell, or it does not know */
export const positionHere = () =>
  new Promise<string>((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve(`${rounded(latitude)},${rounded(longitude)}`),
      reject,
      patience,
    );
  });
