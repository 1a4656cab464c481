/** Values by names that a node chooses: one such as `__proto__` or `constructor` is not among them. */
export function lookup<T>(values: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(values))
}
