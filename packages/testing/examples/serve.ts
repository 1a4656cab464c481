import { createDemoLcd } from '@flow-query/testing/demo'
import { serveLcd } from '@flow-query/testing/serve'

const served = await serveLcd(createDemoLcd(), { latency: 150 })
const answer = await fetch(`${served.url}/intento/intent/v1/params`)
console.log(await answer.json())
await served.close()
