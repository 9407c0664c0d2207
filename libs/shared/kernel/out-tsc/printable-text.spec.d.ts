export {};
//# sourceMappingURL=printable-text.spec.d.ts.map