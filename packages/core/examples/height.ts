import { createFlowClient, type Flow, isFlowQueryError } from '@flow-query/core'

const client = createFlowClient({ lcd: 'http://127.0.0.1:1317' })

/** Returns the state of a flow at a block, or null if the flow didn't exist yet. */
export async function flowAt(id: string, height: number): Promise<Flow | null> {
  try {
    return await client.flow({ id, height })
  } catch (error) {
    if (isFlowQueryError(error, 'notFound')) return null
    throw error
  }
}
