/** The largest file that is taken, in bytes: more than a browser sends after shrinking, less than hurts us. */
export const pictureBytesMax = 5 * 1024 * 1024;

/** The longest side of a picture as we keep it, in pixels: the largest frame of ours on a dense screen. */
export const pictureSideMax = 1600;

/** How many pictures a member can upload in a day. */
export const picturesPerDayMax = 50;

/** For how long a picture that nothing shows waits for the form that it was uploaded for, in milliseconds. */
export const unusedPictureKept = 30 * 86_400_000;
