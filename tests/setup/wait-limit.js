/** How long tests wait for a condition, in milliseconds. A busy machine doesn't reach this limit. */
export const waitLimit = 240_000
