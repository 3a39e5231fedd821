/** Counts the turns of the event loop from now until `end`. Long synchronous work leaves few turns. */
export function countTurns(): { soFar(): number; end(): number } {
  let turns = 0;
  const count = () => {
    turns++;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  return {
    soFar: () => turns,
    end: () => {
      clearImmediate(counting);
      return turns;
    },
  };
}
