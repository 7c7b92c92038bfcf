/** A failure with a sentence for the user of `npm start`. */
export class StartFailure extends Error {}
