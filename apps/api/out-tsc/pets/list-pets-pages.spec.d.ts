export {};
//# sourceMappingURL=list-pets-pages.spec.d.ts.map