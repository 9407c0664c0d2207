export {};
//# sourceMappingURL=adoption-examples.e2e.spec.d.ts.map