/** The number of communities on the only page: people know them by name, so there are few. */
export const communitiesMax = 100;
