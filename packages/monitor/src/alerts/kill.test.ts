import { test } from 'vitest'
import { expectNoLostAlerts } from '../../test/kill.js'

const seed = Number(process.env.FLOW_QUERY_SEED ?? Math.floor(Math.random() * 2 ** 31))

test('a monitor that is killed three times neither loses nor repeats an alert', () => expectNoLostAlerts(3, seed))
