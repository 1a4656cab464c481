import { createFlowClient } from '@flow-query/react'
import { createRoot } from 'react-dom/client'
import { App } from './App'

const client = createFlowClient({ lcd: 'http://127.0.0.1:1317' })

createRoot(document.querySelector('#app') as HTMLElement).render(<App client={client} />)
