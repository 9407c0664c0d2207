export {};
//# sourceMappingURL=mirror.spec.d.ts.map