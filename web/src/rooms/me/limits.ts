/** The shortest password that the house takes; said beforehand, enforced there. */
export const SHORTEST = 8;
