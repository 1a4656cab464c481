// @vitest-environment node
import { type App, owner, serverContract } from '@flow-query/contract'
import { flowsForOwnerQueryOptions } from '@flow-query/core/query'
import { dehydrate, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { createApp } from '../test/app.js'
import { wrapperOf } from '../test/framework.js'
import { server } from '../test/server.js'
import { flowQueryOptions, useFlow, useFlowClient } from './index.js'

serverContract(server)

function Label({ id }: { id: number }) {
  return <p>{useFlow({ id }).status}</p>
}

function SuspenseLabel({ id }: { id: number }) {
  return <p>{useSuspenseQuery(flowQueryOptions(useFlowClient(), { id })).data.label}</p>
}

/** Shows an owner's newest flow. The second query needs the result of the first. */
function Newest() {
  const client = useFlowClient()
  const { data } = useSuspenseQuery(flowsForOwnerQueryOptions(client, { owner, reverse: true, limit: 1 }))
  return <SuspenseLabel id={Number(data.flows[0]?.id)} />
}

const page = (app: App, children: ReactNode) => {
  const Wrapper = wrapperOf(app)
  return <Wrapper>{children}</Wrapper>
}

async function markup(stream: ReadableStream & { allReady: Promise<void> }): Promise<string> {
  await stream.allReady
  return new Response(stream).text()
}

test('renderToString: a query that was not prefetched is pending and sends no request', () => {
  const app = createApp()

  expect(renderToString(page(app, <Label id={2} />))).toBe('<p>pending</p>')
  expect(app.lcd.requests).toEqual([])
})

describe('renderToReadableStream', () => {
  test('waits for suspense queries that depend on each other', async () => {
    const app = createApp()
    const stream = await renderToReadableStream(page(app, <Newest />))

    expect(await markup(stream)).toBe('<p>Flow 6</p>')
    expect(app.lcd.requests.map(({ query }) => query)).toEqual(['flowsForOwner', 'flow'])
  })

  test('a failed query reports an error on the server and is not sent to the browser', async () => {
    const app = createApp()
    app.lcd.fail({ query: 'flow', refuse: true })
    const errors: unknown[] = []
    const stream = await renderToReadableStream(
      page(
        app,
        <Suspense fallback={<p>Loading</p>}>
          <Newest />
        </Suspense>,
      ),
      { onError: error => void errors.push(error) },
    )

    expect(await markup(stream)).toContain('<p>Loading</p>')
    expect(errors).toMatchObject([{ kind: 'network' }])
    expect(dehydrate(app.queryClient).queries.map(({ queryKey }) => queryKey)).toEqual([
      flowsForOwnerQueryOptions(app.client, { owner, reverse: true, limit: 1 }).queryKey,
    ])
  })
})
