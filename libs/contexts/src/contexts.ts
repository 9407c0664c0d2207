// Written by `npx nx sync`: the tables and migrations of each context, a folder of libs.
export { accessPersistence as access } from '@petstore/access-infrastructure';
export { petsPersistence as pets } from '@petstore/pets-infrastructure';
export { storePersistence as store } from '@petstore/store-infrastructure';
