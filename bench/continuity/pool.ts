/** Runs the jobs, `width` at a time; results in the order of the jobs. */
export async function pooled<T, R>(
  jobs: readonly T[],
  width: number,
  work: (job: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(jobs.length);
  let next = 0;
  const worker = async () => {
    while (next < jobs.length) {
      const index = next++;
      results[index] = await work(jobs[index]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, jobs.length) }, worker));
  return results;
}
