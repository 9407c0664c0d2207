export {};
//# sourceMappingURL=list-keys.spec.d.ts.map