import { isFlowQueryError } from '@flow-query/react'
import { type NextRequest, NextResponse } from 'next/server'
import { client } from './app/server'

/**
 * Returns status 404 if the flow does not exist or the owner's address is invalid.
 *
 * With Cache Components, a page cannot do this, because Next sends the status before the page's queries finish. This check
 * costs one more request to the node when a user opens a URL directly. Links inside the site skip it.
 */
export async function proxy({ nextUrl }: NextRequest) {
  const [, page, subject = ''] = nextUrl.pathname.split('/')
  try {
    if (page === 'flow') await client.flow({ id: subject })
    else await client.flowsForOwner({ owner: subject, limit: 1 })
  } catch (error) {
    if (isFlowQueryError(error, 'notFound') || isFlowQueryError(error, 'argument'))
      return NextResponse.rewrite(new URL('/not-found', nextUrl))
  }
  // The page shows other errors.
  return NextResponse.next()
}

export const config = {
  matcher: [
    { source: '/flow/:id', missing: [{ type: 'header', key: 'rsc' }] },
    { source: '/owner/:owner/:page*', missing: [{ type: 'header', key: 'rsc' }] },
  ],
}
