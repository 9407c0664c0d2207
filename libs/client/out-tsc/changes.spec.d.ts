export {};
//# sourceMappingURL=changes.spec.d.ts.map