/** The limits of a server whose clients run on a slow machine. */
export const patience = { server: { headersTimeout: 300_000, requestTimeout: 300_000 } }
