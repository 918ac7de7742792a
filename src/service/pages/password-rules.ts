export const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 500;

/** Why a password cannot be chosen. */
export function passwordProblem(password: string): string | undefined {
  if (password.length >= SHORTEST_PASSWORD && password.length <= LONGEST_PASSWORD) return undefined;
  return `Choose a password of ${String(SHORTEST_PASSWORD)} to ${String(LONGEST_PASSWORD)} characters.`;
}
