/** An incoming request. */
export interface NodeRequest {
  method: string
  /** The path and query string, exactly as sent. */
  target: string
  /** Header names are in lower case. */
  headers: Readonly<Record<string, string>>
  /** The body of a POST request. */
  body?: string
}

/** An outgoing response. Header names are in lower case. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}
