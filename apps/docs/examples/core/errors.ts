import { createFlowClient, isFlowQueryError } from '@flow-query/core'
import { describeError, formatLabel } from '@flow-query/format'

const client = createFlowClient({ lcd: 'http://127.0.0.1:1317' })

export async function show(id: string): Promise<void> {
  try {
    console.log(formatLabel(await client.flow({ id })))
  } catch (error) {
    if (!isFlowQueryError(error)) throw error
    console.log(describeError(error))
    console.log(error.kind, '-', error.message)
  }
}
