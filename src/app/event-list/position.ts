/** The longest wait for a position and its greatest age, in milliseconds. */
const patience = { timeout: 10_000, maximumAge: 600_000 };

/** A position rounded to about a kilometer: nothing more precise leaves the browser. */
const rounded = (degrees: number) => degrees.toFixed(2);

/**
 * The reader's position for the list's filter, such as '41.16,-8.62'.
 * @throws the browser's error if the reader refuses or the position is unknown
 */
export const positionHere = () =>
  new Promise<string>((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve(`${rounded(latitude)},${rounded(longitude)}`),
      reject,
      patience,
    );
  });
