import { FlowQueryPlugin } from '@flow-query/vue'
import { VueQueryPlugin } from '@tanstack/vue-query'
import { createApp } from 'vue'
import App from './App.vue'
import { connect, firstOwner } from './client'
import './style.css'

const client = await connect()

createApp(App, { firstOwner }).use(VueQueryPlugin).use(FlowQueryPlugin, { client }).mount('#app')
