/** How the coverage calls an answer of the tracker, and a site. */
export const answerDetail = (name: string) => `answer ${name}`;
export const siteDetail = (id: string) => `site ${id}`;
