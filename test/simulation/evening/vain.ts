/** What an action of an evening returns that had nothing to do. */
export const VAIN = 'nothing happened';
