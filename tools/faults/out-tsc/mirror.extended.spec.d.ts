export {};
//# sourceMappingURL=mirror.extended.spec.d.ts.map