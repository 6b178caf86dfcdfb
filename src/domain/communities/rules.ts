/** The number of communities on the only page: people know them by name, so there are few. */
export const communitiesMax = 100;

/** The address of a community's page. */
export const communityPath = (slug: string) => `/community/${slug}` as const;
