import { createFlowClient } from '@flow-query/svelte'
import { mount } from 'svelte'
import App from './App.svelte'

const client = createFlowClient({ lcd: 'http://127.0.0.1:1317' })

mount(App, { target: document.querySelector('#app') as HTMLElement, props: { client } })
