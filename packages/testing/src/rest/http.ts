/** A request as it comes in. */
export interface NodeRequest {
  method: string
  /** The path with its query, as it was sent. */
  target: string
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
}

/** What goes out. Names of headers are in lower case. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}
