'use client'

import type { ErrorInfo } from 'next/error'

/** What a server component throws comes without its message: the server's log has it, under the digest. */
export default function ErrorPage({ retry }: ErrorInfo) {
  return (
    <>
      <h1>The chain could not be read</h1>
      <button type="button" onClick={() => retry()}>
        Try again
      </button>
    </>
  )
}
