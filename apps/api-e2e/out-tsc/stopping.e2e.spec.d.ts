export {};
//# sourceMappingURL=stopping.e2e.spec.d.ts.map