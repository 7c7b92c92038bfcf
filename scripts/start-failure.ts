/** A failure that one sentence explains to the person who typed `npm start`. */
export class StartFailure extends Error {}
