/** Which memories answer a question best. */
export interface Scored {
  readonly id: string;
  /** The share of the question, weighed by how rare each word is, that it holds: 0 to 1. */
  readonly score: number;
}

/** Scores of all that hold a term. `holders` are the ids for each term; `total` is how many there are to choose from. */
export function scoreByTerms(holders: readonly (readonly string[])[], total: number): Scored[] {
  const weights = holders.map((ids) => Math.log(1 + (total - ids.length + 0.5) / (ids.length + 0.5)));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const sums = new Map<string, number>();
  holders.forEach((ids, term) => {
    for (const id of ids) sums.set(id, (sums.get(id) ?? 0) + weights[term]!);
  });
  return [...sums].map(([id, sum]) => ({ id, score: all > 0 ? sum / all : 0 }));
}
