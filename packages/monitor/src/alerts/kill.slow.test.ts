import { test } from 'vitest'
import { seed } from '../../../../tests/setup/seed.js'
import { expectNoLostAlerts } from '../../test/kill.js'

test(
  `a monitor that is killed 10 times with seed ${seed} neither loses nor repeats an alert`,
  {
    timeout: 1_800_000,
  },
  () => expectNoLostAlerts(10, seed),
)
