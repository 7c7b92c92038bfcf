/** The present instant. Time is a dependency: tests give their own. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
