// What the outbox says of its changes as a whole.

/** What an empty outbox means, and no more: much of what a desk keeps is never meant for the service. */
export function reachedWords({ unsent, givenUp }: { unsent: number; givenUp: number }): string {
  if (unsent > 0) return 'Nothing to show here; what waits is under “Not done yet”.';
  const kept = 'Arrivals, identity checks, labels and collections are kept at this desk.';
  if (givenUp === 0) return `Every change meant for the service has reached it. ${kept}`;
  // Whether one of them was carried out all the same is said of each, under "Everything".
  const changes = givenUp === 1 ? '1 change was' : `${givenUp} changes were`;
  return `${changes} given up here. Every other change meant for the service has reached it. ${kept}`;
}
