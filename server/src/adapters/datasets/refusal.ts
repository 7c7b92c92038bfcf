/** A refusal that an operator reads: French sentences, one a line. */
export class DatasetRefusal extends Error {}
