'use client'

import type { ErrorInfo } from 'next/error'

/** Shows no error message, because Next hides the messages of server errors from the browser. */
export default function ErrorPage({ retry }: ErrorInfo) {
  return (
    <>
      <h1>Could not load the page</h1>
      <button type="button" onClick={() => retry()}>
        Try again
      </button>
    </>
  )
}
