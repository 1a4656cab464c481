import { expect, test } from 'vitest'
import { other, page, waitBriefly } from '../../../test/live.js'
import { flowCollectionQueryOptions } from '../../query/collection.js'

test('the total of an empty collection increases with the first flow', async () => {
  const { lcd, client, connect, data } = page({}, { flows: [] })
  const collection = flowCollectionQueryOptions(client, { owner: other })
  await connect(collection)
  expect(data(collection)).toMatchObject({ flows: [], total: 0 })

  lcd.addFlow({ owner: other })
  await waitBriefly()
  expect(data(collection)).toMatchObject({ flows: [{ id: '1' }], total: 1 })
})
