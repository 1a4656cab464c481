import { expect, test } from 'vitest'
import { run } from '../../test/run.js'

test('zsh uses the completion of bash', async () => {
  const [bash, zsh] = await Promise.all(['bash', 'zsh'].map(async shell => (await run(['completion', shell])).stdout))
  expect(zsh).toBe(`autoload -Uz compinit bashcompinit && compinit && bashcompinit\n${bash}`)
})

test('another shell is a usage error', async () => {
  expect(await run(['completion', 'tcsh'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Allowed choices are bash, zsh, fish.'),
  })
})
