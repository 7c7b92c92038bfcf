/** `-R1` for a renewal, `-A1` for an updated edition, `-C1` for a completed one. */
const PARTS = /(?<renewal>-R1)?(?<update>-A\d+)?(?:-C\d+)?$/;

/** An updated edition replaces the former because public information changed, and keeps its expiry; a renewal does not. */
export function isUpdateOf(newer: string, former: string): boolean {
  const [one, other] = [PARTS.exec(newer)?.groups, PARTS.exec(former)?.groups];
  return one?.['renewal'] === other?.['renewal'] && one?.['update'] !== other?.['update'];
}
