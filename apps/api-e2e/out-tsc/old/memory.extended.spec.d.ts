export {};
//# sourceMappingURL=memory.extended.spec.d.ts.map