let isLeaving = false;

/** Runs a logout that the member requested in this tab. */
export async function leaves(logOut: () => Promise<void>): Promise<void> {
  isLeaving = true;
  try {
    await logOut();
  } finally {
    isLeaving = false;
  }
}

/** True if the member is logging out here; if so, the session ends by their own press. */
export const isLogout = (): boolean => isLeaving;
