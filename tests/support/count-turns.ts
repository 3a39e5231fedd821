/** Counts the turns of the event loop from now until its end. Work that does too much at once leaves few. */
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
