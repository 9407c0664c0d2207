// The tables and migrations of each context. `npx nx sync` writes a line for each folder of libs that has an infrastructure.
export { accessPersistence as access } from '@petstore/access-infrastructure';
export { petsPersistence as pets } from '@petstore/pets-infrastructure';
export { storePersistence as store } from '@petstore/store-infrastructure';
