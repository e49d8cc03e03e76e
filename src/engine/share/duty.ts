/** Syncs inside a process that goes on serving. */
export interface Duty {
  start(): void;
  /** The process ends: what it has taken on, another one does. */
  handOver(): void;
}

export function dutyHere(
  run: () => Promise<void>,
  startElsewhere: () => void,
  failed: (error: unknown) => void,
): Duty {
  let underWay = 0;
  return {
    start: () => {
      underWay++;
      run()
        .catch(failed)
        .finally(() => underWay--);
    },
    handOver: () => {
      if (underWay > 0) startElsewhere();
    },
  };
}
