export {};
//# sourceMappingURL=gate.spec.d.ts.map