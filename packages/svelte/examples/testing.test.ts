import { createFlowClient } from '@flow-query/svelte'
import { createLcd } from '@flow-query/testing'
import { render, screen } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import FlowLabel from './FlowLabel.svelte'
import Wrapper from './Wrapper.svelte'

test('shows the label of a flow', async () => {
  const lcd = createLcd({ flows: Array.from({ length: 14 }, () => ({ label: 'Pay rent' })) })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
  render(FlowLabel, {}, { wrapper: Wrapper, wrapperProps: { client } })

  expect(await screen.findByText('Pay rent')).toBeDefined()
})
