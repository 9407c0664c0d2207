export {};
//# sourceMappingURL=transport.spec.d.ts.map